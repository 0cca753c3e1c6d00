// FilesTest.cpp: readers are strict, writers round-trip
#include "Results.h"
#include "Safetensors.h"
#include "Tensor.h"
#include <cstring>
#include <filesystem>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace sbp;
using plan::DType;
using testing::HasSubstr;

static std::string messageOf(const Status &status) {
  return status.failed() ? status.message() : "";
}

static Status parse(const std::string &bytes, Tensor &tensor,
                    std::optional<DType> expected = std::nullopt) {
  return parseNpy({bytes.data(), bytes.size()}, "x.npy", nullptr, tensor,
                  expected);
}

/// Returns a version 1 file with this dictionary.
static std::string makeNpy(const std::string &header, const std::string &data) {
  std::string bytes("\x93NUMPY\x01\x00", 8);
  bytes += {char(header.size()), char(header.size() >> 8)};
  return bytes + header + data;
}

TEST(Npy, RoundTripsEveryDtype) {
  for (const ElementType &type : ElementType::all())
    for (const Shape &shape : {Shape{}, Shape{3}, Shape{2, 3}, Shape{0, 5}}) {
      char *data;
      Tensor tensor = makeTensor(type.dtype, shape, data), back;
      for (uint64_t k = 0; k < tensor.bytes(); ++k)
        data[k] = type.isBoolean() ? k % 2 : k * 7;
      std::string bytes = formatNpy(tensor.dtype, shape, data);
      EXPECT_EQ(messageOf(parse(bytes, back, type.dtype)), "");
      EXPECT_EQ(back.dtype, tensor.dtype);
      EXPECT_EQ(back.shape, shape);
      EXPECT_EQ(std::memcmp(back.data, data, tensor.bytes()), 0);
      EXPECT_EQ((bytes.size() - tensor.bytes()) % 64, 0u);
    }
}

// numpy has no names for these types: their bytes are those of any of them.
TEST(Npy, BytesHaveTheTypeThatIsExpected) {
  auto read = [](const std::string &descr, DType expected) {
    Tensor tensor;
    Status status = parse(makeNpy("{'descr': '" + descr +
                                      "', 'fortran_order': False, "
                                      "'shape': (2,), }",
                                  "ab"),
                          tensor, expected);
    EXPECT_EQ(messageOf(status), "");
    return tensor.dtype;
  };
  for (DType type : {DType::f8E4M3FN, DType::f8E5M2})
    for (const char *descr : {"|V1", "<V1", "|u1"})
      EXPECT_EQ(read(descr, type), type);
  EXPECT_EQ(read("float8_e5m2", DType::f8E4M3FN), DType::f8E5M2);
  EXPECT_EQ(read("<f1", DType::f8E4M3FN), DType::f8E5M2);
  EXPECT_EQ(read("|u1", DType::f32), DType::i8);
  EXPECT_EQ(read("|i1", DType::f8E5M2), DType::i8);
}

TEST(Npy, FortranOrderIsTransposed) {
  std::string data("\x00\x03\x01\x04\x02\x05", 6);
  Tensor tensor;
  EXPECT_EQ(
      messageOf(parse(
          makeNpy("{'descr': '|i1', 'fortran_order': True, 'shape': (2, 3), }",
                  data),
          tensor)),
      "");
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(readElement(tensor, i), i);
}

TEST(Npy, UnsignedIntegersAreTheirBits) {
  Tensor tensor;
  std::string bytes = makeNpy(
      "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", "\x64\xff");
  ASSERT_EQ(messageOf(parse(bytes, tensor)), "");
  EXPECT_EQ(tensor.dtype, DType::i8);
  EXPECT_EQ(tensor.data[1], char(0xff));
}

TEST(Npy, WrongFilesAreRefused) {
  const std::pair<std::string, const char *> cases[] = {
      {"hello", "not an .npy file"},
      {makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }",
               "12345"),
       "needs 4 bytes of data but the file has 5"},
      {makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }",
               "123"),
       "needs 4 bytes of data but the file has 3"},
      {makeNpy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
               "12345678"),
       "dtype '|O'"},
      {makeNpy("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }",
               "1234"),
       "dtype '>f4'"},
      {makeNpy(
           "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }",
           "1234"),
       "malformed or of a record type"},
      {makeNpy("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, "
               "'shape': ()}",
               "1234"),
       "malformed"},
      {makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }",
               ""),
       "malformed"},
      {makeNpy("{'descr': '<f4', 'fortran_order': False, 'shape': "
               "(4611686018427387904, 4), }",
               ""),
       "too large"},
      {makeNpy("{'descr': '|b1', 'fortran_order': False, 'shape': (2,), }",
               "\x01\x02"),
       "bool number 1 is the byte 2"}};
  for (const auto &[bytes, message] : cases) {
    Tensor tensor;
    EXPECT_THAT(messageOf(parse(bytes, tensor)), HasSubstr(message));
  }
}

TEST(Literal, Values) {
  Tensor tensor;
  EXPECT_EQ(messageOf(parseLiteral("2x2xf32=1,-2.5,nan,inf", tensor)), "");
  EXPECT_EQ(tensor.shape, (Shape{2, 2}));
  EXPECT_EQ(readElement(tensor, 1), -2.5);
  EXPECT_EQ(messageOf(parseLiteral("3xf8E5M2=1.5,-0.25,1e30", tensor)), "");
  EXPECT_EQ(readElement(tensor, 0), 1.5);
  EXPECT_EQ(readElement(tensor, 1), -0.25);
  EXPECT_EQ(readElement(tensor, 2), INFINITY);
  EXPECT_EQ(messageOf(parseLiteral("2xf8E4M3FN=0.17,448", tensor)), "");
  EXPECT_EQ(readElement(tensor, 0), 0.171875);
  EXPECT_EQ(readElement(tensor, 1), 448);
  EXPECT_EQ(messageOf(parseLiteral("f64=3", tensor)), "");
  EXPECT_EQ(tensor.shape, Shape{});
  EXPECT_EQ(messageOf(parseLiteral("3xi1=true,0,1", tensor)), "");
  EXPECT_EQ(readElement(tensor, 2), 1);
  EXPECT_EQ(messageOf(parseLiteral("0xf32=", tensor)), "");
  EXPECT_THAT(messageOf(parseLiteral("2xf32=1", tensor)), HasSubstr("has 1"));
  EXPECT_THAT(messageOf(parseLiteral("2xf32=1,2,3", tensor)),
              HasSubstr("has 3"));
  EXPECT_THAT(messageOf(parseLiteral("1xi8=300", tensor)), HasSubstr("'300'"));
  EXPECT_THAT(messageOf(parseLiteral("1xi32=1.5", tensor)), HasSubstr("'1.5'"));
  EXPECT_THAT(messageOf(parseLiteral("2xu8=1,2", tensor)), HasSubstr("'2xu8'"));
  EXPECT_THAT(messageOf(parseLiteral("9999999999xf32=1", tensor)),
              HasSubstr("needs"));
}

static std::string makeSafetensors(const std::string &header,
                                   const std::string &data) {
  uint64_t length = header.size();
  return std::string(reinterpret_cast<const char *>(&length), 8) + header +
         data;
}

TEST(SafetensorsFile, RoundTrips) {
  char *data;
  std::map<std::string, Tensor> tensors;
  tensors["b"] = makeTensor(DType::f32, {2, 3}, data);
  data[5] = 9;
  tensors["a"] = makeTensor(DType::i1, {3}, data);
  std::string bytes = formatSafetensors(tensors);
  Safetensors file;
  EXPECT_EQ(messageOf(Safetensors::parse({bytes.data(), bytes.size()}, "f",
                                         nullptr, file)),
            "");
  Tensor back;
  EXPECT_TRUE(test::expectValue(file.find("b", back)));
  EXPECT_EQ(std::memcmp(back.data, tensors["b"].data, 24), 0);
  EXPECT_FALSE(test::expectValue(file.find("c", back)));
}

TEST(OutputFile, AllAppearOrNone) {
  std::string folder = testing::TempDir() + "together";
  std::filesystem::create_directories(folder);
  {
    OutputFiles files;
    EXPECT_EQ(messageOf(files.write(folder + "/first", "1")), "");
    EXPECT_EQ(messageOf(files.write(folder + "/taken", "2")), "");
    std::filesystem::create_directories(folder + "/taken");
    EXPECT_THAT(messageOf(files.write(folder + "/taken", "3")),
                HasSubstr("taken: Is a directory"));
    EXPECT_THAT(messageOf(files.commit()), HasSubstr("taken: Is a directory"));
  }
  EXPECT_FALSE(std::filesystem::exists(folder + "/first"));
  std::filesystem::remove_all(folder);
}

TEST(SafetensorsFile, WrongFilesAreRefused) {
  auto entry = [](const char *name, int begin, int end) {
    return textOf('"', name, R"(":{"dtype":"F32","shape":[)", (end - begin) / 4,
                  R"(],"data_offsets":[)", begin, ",", end, "]}");
  };
  const std::pair<std::string, const char *> cases[] = {
      {"abc", "not a safetensors file"},
      {makeSafetensors("{", ""), "not valid JSON"},
      {makeSafetensors("{" + entry("a", 0, 4) + "," + entry("a", 4, 8) + "}",
                       "12345678"),
       "unique keys"},
      {makeSafetensors("{" + entry("a", 0, 4) + "}" + std::string(3, '\0'),
                       "1234"),
       "not valid JSON"},
      {makeSafetensors("{" + entry("a", 0, 4) + "," + entry("b", 0, 4) + "}",
                       "1234"),
       "overlap"},
      {makeSafetensors("{" + entry("a", 4, 8) + "}", "12345678"), "hole"},
      {makeSafetensors("{" + entry("a", 0, 4) + "}", "12345678"),
       "end at byte 4 of 8"},
      {makeSafetensors("{" + entry("a", 0, 8) + "}", "1234"),
       "end at byte 8 of 4"},
      {makeSafetensors(
           R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,4]}})", "1234"),
       "disagree"},
      {makeSafetensors(
           R"({"a":{"dtype":"X","shape":[1],"data_offsets":[0,4]}})", "1234"),
       "unknown dtype 'X'"}};
  for (const auto &[bytes, message] : cases) {
    Safetensors file;
    EXPECT_THAT(messageOf(Safetensors::parse({bytes.data(), bytes.size()}, "f",
                                             nullptr, file)),
                HasSubstr(message));
  }
}
