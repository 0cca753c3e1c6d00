// ElementTypeTest.cpp: the table of element types, and floats of eight bits
#include "Artifact.h"
#include "ElementStorage.h"
#include <cmath>
#include <gtest/gtest.h>
#include <set>

using namespace sbp;
using plan::DType;

TEST(ElementType, RowsDescribeTheStorage) {
  std::set<std::string> names;
  for (const ElementType &type : ElementType::all()) {
    size_t bytes =
        visitStorage(type.dtype, []<typename T>() { return sizeof(T); });
    EXPECT_EQ(type.bytes, bytes) << type.name;
    EXPECT_EQ(&ElementType::of(type.dtype), &type);
    EXPECT_EQ(ElementType::find(type.name), &type);
    EXPECT_STREQ(type.name, plan::EnumNameDType(type.dtype));
    EXPECT_EQ(type.epsilon > 0, type.isFloat()) << type.name;
    EXPECT_TRUE(names.insert(type.safetensors).second) << type.name;
  }
}

TEST(ElementType, ValuesOfDamagedFilesHaveNone) {
  EXPECT_EQ(ElementType::find(DType(ElementType::all().size())), nullptr);
  EXPECT_EQ(ElementType::find(DType(255)), nullptr);
  EXPECT_EQ(ElementType::find("f31"), nullptr);
}

TEST(ElementType, EpsilonIsTheStepAfterOne) {
  for (const ElementType &type : ElementType::all())
    visitStorage(type.dtype, [&]<typename T>() {
      if (!type.isFloat())
        return;
      using E = Element<T>;
      auto round = [](double value) {
        return double(E::load(E::store(value)));
      };
      EXPECT_EQ(round(1 + type.epsilon), 1 + type.epsilon) << type.name;
      EXPECT_EQ(round(1 + type.epsilon / 2), 1) << type.name;
    });
}

/// Rounds every number halfway between two of a format, and its neighbours.
template <typename T> static void checkRounding(double largest) {
  auto round = [](double value) {
    return Element<T>::load(Element<T>::store(value));
  };
  double before = 0;
  for (int bits = 1; bits < 0x80; ++bits) {
    double number = Element<T>::load({uint8_t(bits)});
    if (!std::isfinite(number))
      break;
    EXPECT_EQ(Element<T>::store(number).bits, bits);
    EXPECT_EQ(Element<T>::store(-number).bits, bits | 0x80);
    double middle = (before + number) / 2;
    EXPECT_EQ(round(middle), bits % 2 ? before : number) << bits;
    EXPECT_EQ(round(std::nextafter(middle, 0)), before) << bits;
    EXPECT_EQ(round(std::nextafter(middle, largest)), number) << bits;
    before = number;
  }
  EXPECT_EQ(before, largest);
}

TEST(Float8, RoundsToNearestEven) {
  checkRounding<Float8E4M3FN>(448);
  checkRounding<Float8E5M2>(57344);
}

TEST(Float8, OverflowIsWhatTheFormatHas) {
  EXPECT_EQ(Element<Float8E4M3FN>::store(464).bits, 0x7e);
  for (double value : {464.1, 1e300, double(INFINITY), double(NAN)})
    EXPECT_EQ(Element<Float8E4M3FN>::store(value).bits, 0x7f) << value;
  EXPECT_EQ(Element<Float8E5M2>::store(61439).bits, 0x7b);
  for (double value : {61440.0, 1e300, double(INFINITY)})
    EXPECT_EQ(Element<Float8E5M2>::store(-value).bits, 0xfc) << value;
  EXPECT_EQ(Element<Float8E5M2>::store(NAN).bits, 0x7e);
  EXPECT_TRUE(std::isnan(Element<Float8E5M2>::load({0xfd})));
  EXPECT_EQ(Element<Float8E5M2>::load({0xfc}), -INFINITY);
}
