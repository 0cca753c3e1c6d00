// GemmTest.cpp: host matrix products against plain sums in f64
#include "Gemm.h"
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <sys/mman.h>
#include <vector>

using namespace sbp;

namespace {
/// Memory that ends at an inaccessible page.
template <typename T> class Guarded {
public:
  explicit Guarded(size_t count) : count(count) {
    bytes = (count * sizeof(T) + 4095) / 4096 * 4096;
    pages =
        static_cast<char *>(mmap(nullptr, bytes + 4096, PROT_READ | PROT_WRITE,
                                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(pages + bytes, 4096, PROT_NONE);
  }
  Guarded(const Guarded &) = delete;
  ~Guarded() { munmap(pages, bytes + 4096); }
  T *data() { return reinterpret_cast<T *>(pages + bytes) - count; }
  T &operator[](size_t i) { return data()[i]; }
  size_t size() const { return count; }

private:
  size_t count, bytes;
  char *pages;
};

struct Case {
  sbp_gemm gemm = {};
  size_t sizeA, sizeB, sizeC;
};

int64_t getOffsetA(const sbp_gemm &g, int64_t i, int64_t p) {
  return g.transpose_a ? p * g.lda + i : i * g.lda + p;
}
int64_t getOffsetB(const sbp_gemm &g, int64_t p, int64_t j) {
  return g.transpose_b ? j * g.ldb + p : p * g.ldb + j;
}

/// Operands exactly as large as the call may access; matrices of a batch follow
/// each other, or all use one B (`shareB`).
Case makeCase(int64_t m, int64_t n, int64_t k, int flags, int64_t slack = 0,
              int64_t batch0 = 1, int64_t batch1 = 1, bool shareB = false) {
  Case made;
  sbp_gemm &g = made.gemm;
  g.m = m;
  g.n = n;
  g.k = k;
  g.transpose_a = flags & 1;
  g.transpose_b = flags >> 1 & 1;
  g.beta = flags >> 2 & 1;
  g.lda = (g.transpose_a ? m : k) + slack;
  g.ldb = (g.transpose_b ? k : n) + slack;
  g.ldc = n + slack;
  g.batch0 = batch0;
  g.batch1 = batch1;
  size_t oneA = getOffsetA(g, m - 1, k - 1) + 1,
         oneB = getOffsetB(g, k - 1, n - 1) + 1, oneC = (m - 1) * g.ldc + n;
  g.stride_a1 = oneA;
  g.stride_a0 = batch1 * oneA;
  g.stride_b1 = shareB ? 0 : oneB;
  g.stride_b0 = shareB ? 0 : batch1 * oneB;
  g.stride_c1 = oneC;
  g.stride_c0 = batch1 * oneC;
  made.sizeA = batch0 * batch1 * oneA;
  made.sizeB = shareB ? oneB : batch0 * batch1 * oneB;
  made.sizeC = batch0 * batch1 * oneC;
  return made;
}

template <typename Range> void fillRandom(Range &values, std::mt19937 &random) {
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = float(int(random() % 2001) - 1000) / 1000;
}

void call(const GemmFunctions &f, const sbp_gemm &g, const float *a,
          const float *b, float *c) {
  f.f32(&g, a, b, c);
}
void call(const GemmFunctions &f, const sbp_gemm &g, const double *a,
          const double *b, double *c) {
  f.f64(&g, a, b, c);
}

/// Checks every element of C and every gap between its rows after one call.
template <typename T>
void check(const GemmFunctions &functions, const Case &test,
           std::mt19937 &random) {
  const sbp_gemm &g = test.gemm;
  Guarded<T> a(test.sizeA), b(test.sizeB), c(test.sizeC);
  fillRandom(a, random);
  fillRandom(b, random);
  fillRandom(c, random);
  std::vector<T> before(c.data(), c.data() + c.size());
  if (!g.beta) // what is not read may be anything
    std::fill_n(c.data(), c.size(), T(NAN));
  call(functions, g, a.data(), b.data(), c.data());
  for (int64_t x = 0; x < g.batch0; ++x)
    for (int64_t y = 0; y < g.batch1; ++y)
      for (int64_t i = 0; i < g.m; ++i)
        for (int64_t j = 0; j < g.ldc && (i + 1 < g.m || j < g.n); ++j) {
          int64_t at = x * g.stride_c0 + y * g.stride_c1 + i * g.ldc + j;
          if (j >= g.n) {
            ASSERT_TRUE(g.beta ? c[at] == before[at] : std::isnan(c[at]))
                << "wrote between rows";
            continue;
          }
          double sum = g.beta ? before[at] : 0.0, size = std::fabs(sum);
          for (int64_t p = 0; p < g.k; ++p) {
            double term =
                double(a[x * g.stride_a0 + y * g.stride_a1 +
                         getOffsetA(g, i, p)]) *
                double(
                    b[x * g.stride_b0 + y * g.stride_b1 + getOffsetB(g, p, j)]);
            sum += term;
            size += std::fabs(term);
          }
          double bound = (sizeof(T) == 4 ? 1.2e-7 : 2.3e-16) * (g.k + 2) * size;
          ASSERT_NEAR(c[at], sum, bound)
              << "m " << g.m << " n " << g.n << " k " << g.k << " transposes "
              << g.transpose_a << g.transpose_b << " beta " << g.beta << " at "
              << i << ", " << j;
        }
}

/// Returns the functions of all instruction sets of this processor.
std::vector<const GemmFunctions *> getFunctions() {
  __builtin_cpu_init();
  std::vector<const GemmFunctions *> functions;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    functions.push_back(&gemmAvx2);
  if (canRunAvx512())
    functions.push_back(&gemmAvx512);
  return functions;
}

template <typename T>
std::vector<T> multiply(const GemmFunctions &functions, const sbp_gemm &g,
                        const T *a, const T *b) {
  std::vector<T> c(g.m * g.ldc);
  call(functions, g, a, b, c.data());
  return c;
}
} // namespace

TEST(Gemm, SmallShapesOfAllFormsAtPageEnds) {
  std::mt19937 random(1);
  for (const GemmFunctions *functions : getFunctions())
    for (int round = 0; round < 1200; ++round) {
      int64_t m = 1 + random() % 70, n = 1 + random() % 70,
              k = 1 + random() % 70;
      if (round % 3 == 0) // few rows or columns have paths of their own
        (round % 2 ? m : n) = 1 + random() % 8;
      Case test = makeCase(m, n, k, round % 8, random() % 4, 1 + random() % 2,
                           1 + random() % 2, random() % 2);
      check<float>(*functions, test, random);
      check<double>(*functions, test, random);
      if (HasFatalFailure())
        return;
    }
}

TEST(Gemm, ShapesBeyondTheBlocks) {
  std::mt19937 random(2);
  const int64_t shapes[][3] = {{1, 40, 1700}, {7, 33, 769},  {530, 9, 50},
                               {600, 2, 33},  {515, 35, 20}, {180, 70, 800},
                               {300, 1, 900}, {3, 200, 1537}};
  for (const GemmFunctions *functions : getFunctions())
    for (auto [m, n, k] : shapes)
      for (int flags = 0; flags < 8; ++flags) {
        check<float>(*functions, makeCase(m, n, k, flags, flags % 3), random);
        check<double>(*functions, makeCase(m, n, k, flags, flags % 3), random);
        if (HasFatalFailure())
          return;
      }
}

// An element depends on its row of A and its column of B alone: parts of a
// product, other layouts and other instruction sets give equal bits.
TEST(Gemm, PiecesAndLayoutsGiveTheSameBits) {
  std::mt19937 random(3);
  std::vector<const GemmFunctions *> all = getFunctions();
  for (int round = 0; round < 60 && !all.empty(); ++round) {
    int64_t m = 1 + random() % 90, n = 1 + random() % 90,
            k = 1 + random() % (round % 4 ? 90 : 1600);
    std::vector<float> a(m * k), b(k * n), at(m * k), bt(k * n);
    fillRandom(a, random);
    fillRandom(b, random);
    for (int64_t p = 0; p < k; ++p) {
      for (int64_t i = 0; i < m; ++i)
        at[p * m + i] = a[i * k + p];
      for (int64_t j = 0; j < n; ++j)
        bt[j * k + p] = b[p * n + j];
    }
    std::vector<float> whole =
        multiply(*all[0], makeCase(m, n, k, 0).gemm, a.data(), b.data());
    int64_t i = random() % m, j = random() % n, rows = 1 + random() % (m - i),
            columns = 1 + random() % (n - j);
    for (const GemmFunctions *functions : all)
      for (int flags = 0; flags < 4; ++flags) {
        sbp_gemm g = makeCase(m, n, k, flags).gemm;
        const float *left = flags & 1 ? at.data() : a.data(),
                    *right = flags & 2 ? bt.data() : b.data();
        ASSERT_EQ(multiply(*functions, g, left, right), whole)
            << m << " " << n << " " << k << " flags " << flags;
        left += getOffsetA(g, i, 0);
        right += getOffsetB(g, 0, j);
        g.m = rows;
        g.n = g.ldc = columns;
        std::vector<float> piece = multiply(*functions, g, left, right);
        for (int64_t x = 0; x < rows; ++x)
          for (int64_t y = 0; y < columns; ++y)
            ASSERT_EQ(piece[x * columns + y], whole[(i + x) * n + j + y])
                << m << " " << n << " " << k << " piece " << rows << " "
                << columns << " flags " << flags;
      }
  }
}

TEST(Gemm, InfinityAndNaNStayInTheirRowAndColumn) {
  for (const GemmFunctions *functions : getFunctions())
    for (int flags = 0; flags < 4; ++flags) {
      Case test = makeCase(19, 37, 23, flags);
      std::vector<float> a(test.sizeA, 1), b(test.sizeB, 1);
      a[getOffsetA(test.gemm, 3, 22)] = INFINITY;
      b[getOffsetB(test.gemm, 22, 36)] = 0;
      b[getOffsetB(test.gemm, 1, 0)] = NAN;
      std::vector<float> c =
          multiply(*functions, test.gemm, a.data(), b.data());
      for (int64_t i = 0; i < 19; ++i)
        for (int64_t j = 0; j < 37; ++j) {
          float value = c[i * 37 + j];
          if (j == 0 || (i == 3 && j == 36))
            ASSERT_TRUE(std::isnan(value));
          else
            ASSERT_EQ(value, i == 3 ? INFINITY : j == 36 ? 22 : 23);
        }
    }
}

TEST(Gemm, NoTermsGiveZeroOrLeaveC) {
  for (const GemmFunctions *functions : getFunctions()) {
    sbp_gemm g = makeCase(2, 3, 1, 0).gemm;
    g.k = 0;
    std::vector<float> c(6, 5);
    g.beta = 1;
    functions->f32(&g, nullptr, nullptr, c.data());
    EXPECT_EQ(c, std::vector<float>(6, 5));
    g.beta = 0;
    functions->f32(&g, nullptr, nullptr, c.data());
    EXPECT_EQ(c, std::vector<float>(6, 0));
  }
}
