// CombineTest.cpp: identities and NaN, every combiner and dtype
#include "Combine.h"
#include "BoxTransfer.h"
#include "Tensor.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

using namespace sbp;
using plan::Combiner;
using plan::DType;

/// Combines two floats by a transfer.
static float combine(Combiner combiner, float a, float b) {
  PlanBox box = wholeBox({1});
  BoxTransfer transfer(DType::f32, combiner, box, {{0, box}, {1, box}},
                       {{0, box}});
  const void *sources[] = {&a, &b};
  float result = 0;
  void *destination = &result;
  transfer.execute(transfer.whole(), sources, &destination);
  return result;
}

static bool isNaN(DType type, const unsigned char *value) {
  Tensor tensor;
  tensor.dtype = type;
  tensor.data = reinterpret_cast<const char *>(value);
  return std::isnan(readElement(tensor, 0));
}

TEST(Combine, IdentitiesAreExact) {
  for (const ElementType &element : ElementType::all())
    for (int combiner = 0; combiner <= int(Combiner::MAX); ++combiner) {
      CombineFunctions functions =
          getCombineFunctions(Combiner(combiner), element.dtype);
      if (!functions.load)
        continue;
      size_t width = element.bytes;
      // All values of the narrow types, some bit patterns of the wide ones.
      for (int pattern = 0; pattern < 256; ++pattern) {
        alignas(8) unsigned char value[8], identity[8], accumulator[8],
            result[8];
        std::memset(value, element.isBoolean() ? pattern & 1 : pattern, 8);
        functions.identity(identity, 1);
        for (bool first : {true, false}) {
          functions.load(accumulator, first ? identity : value, 1);
          functions.combine(accumulator, first ? value : identity, 1);
          functions.store(result, accumulator, 1);
          // NaN stays NaN; its payload may change on the way through f32.
          bool sameBits = std::memcmp(result, value, width) == 0;
          EXPECT_TRUE(sameBits || (isNaN(element.dtype, value) &&
                                   isNaN(element.dtype, result)))
              << "dtype " << element.name << " combiner " << combiner
              << " byte " << pattern;
        }
      }
    }
}

TEST(Combine, NaNAndSignedZero) {
  EXPECT_TRUE(std::isnan(combine(Combiner::max, 1, NAN)));
  EXPECT_TRUE(std::isnan(combine(Combiner::min, NAN, 1)));
  EXPECT_EQ(combine(Combiner::maxnum, 1, NAN), 1);
  EXPECT_EQ(combine(Combiner::minnum, NAN, 1), 1);
  EXPECT_FALSE(std::signbit(combine(Combiner::max, -0.0f, 0.0f)));
  EXPECT_FALSE(std::signbit(combine(Combiner::max, 0.0f, -0.0f)));
  EXPECT_TRUE(std::signbit(combine(Combiner::min, 0.0f, -0.0f)));
}

// Cutting a strided box into parts does not change the result.
TEST(BoxTransfer, PartsMakeUpTheWhole) {
  PlanBox whole = wholeBox({6, 10, 8}), box = {{1, 2, 3}, {5, 9, 7}};
  std::vector<int32_t> a(480), b(480), expected(480);
  for (int i = 0; i < 480; ++i) {
    a[i] = i;
    b[i] = 1000 * i;
  }
  for (int64_t i = 1; i < 5; ++i)
    for (int64_t j = 2; j < 9; ++j)
      for (int64_t k = 3; k < 7; ++k)
        expected[(i * 10 + j) * 8 + k] = 1001 * ((i * 10 + j) * 8 + k);
  BoxTransfer transfer(DType::i32, Combiner::sum, box, {{0, whole}, {1, whole}},
                       {{0, whole}});
  const void *sources[] = {a.data(), b.data()};
  for (int64_t parts : {1, 2, 3, 7, 40, 1000}) {
    std::vector<int32_t> result(480);
    void *destination = result.data();
    for (int64_t part = 0; part < parts; ++part)
      transfer.execute(transfer.part(parts, part), sources, &destination);
    EXPECT_EQ(result, expected) << parts;
  }
}
