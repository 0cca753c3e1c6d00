// HostServicesTest.cpp: matrix products of the service table
#include "HostDevice.h"
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <thread>
#include <vector>

using namespace sbp;

namespace {
std::vector<float> makeRandom(size_t count, unsigned seed) {
  std::minstd_rand random(seed);
  std::vector<float> values(count);
  for (float &value : values)
    value = float(random() % 2001) / 1000 - 1;
  return values;
}

sbp_gemm makeGemm(int64_t m, int64_t n, int64_t k) {
  sbp_gemm gemm = {};
  gemm.m = m;
  gemm.n = n;
  gemm.k = k;
  gemm.lda = k;
  gemm.ldb = n;
  gemm.ldc = n;
  gemm.batch0 = gemm.batch1 = 1;
  return gemm;
}
} // namespace

TEST(HostServices, TransposesBatchesAndBeta) {
  const sbp_host_services &services = getHostServices();
  constexpr int64_t m = 5, n = 7, k = 3, outer = 2, inner = 4;
  std::vector<float> a = makeRandom(outer * inner * m * k, 1);
  std::vector<float> b = makeRandom(inner * k * n, 2),
                     c(outer * inner * m * n, 1);
  for (int64_t transposes = 0; transposes < 4; ++transposes)
    for (int64_t beta = 0; beta < 2; ++beta) {
      sbp_gemm gemm = makeGemm(m, n, k);
      gemm.transpose_a = transposes & 1;
      gemm.transpose_b = transposes >> 1;
      gemm.lda = gemm.transpose_a ? m : k;
      gemm.ldb = gemm.transpose_b ? k : n;
      gemm.batch0 = outer;
      gemm.batch1 = inner;
      gemm.stride_a0 = inner * m * k;
      gemm.stride_a1 = m * k;
      gemm.stride_b1 = k * n; // the same for every outer index
      gemm.stride_c0 = inner * m * n;
      gemm.stride_c1 = m * n;
      gemm.beta = beta;
      std::vector<float> result = c;
      if (!beta)
        std::fill(result.begin(), result.end(), NAN);
      services.gemm_f32(&gemm, a.data(), b.data(), result.data());
      for (int64_t batch = 0; batch < outer * inner; ++batch)
        for (int64_t i = 0; i < m; ++i)
          for (int64_t j = 0; j < n; ++j) {
            double sum = beta;
            for (int64_t l = 0; l < k; ++l)
              sum += double(a[batch * m * k +
                              (gemm.transpose_a ? l * m + i : i * k + l)]) *
                     b[batch % inner * k * n +
                       (gemm.transpose_b ? j * k + l : l * n + j)];
            EXPECT_NEAR(result[(batch * m + i) * n + j], sum, 1e-5);
          }
    }
}

// Concurrent calls do not share state.
TEST(HostServices, TenThousandConcurrentCallsGiveTheSameBits) {
  const sbp_host_services &services = getHostServices();
  constexpr int64_t m = 48, n = 80, k = 64;
  constexpr int threads = 4, calls = 10000 / threads;
  sbp_gemm gemm = makeGemm(m, n, k);
  std::vector<float> a = makeRandom(m * k, 1), b = makeRandom(k * n, 2);
  std::vector<float> expected(m * n);
  services.gemm_f32(&gemm, a.data(), b.data(), expected.data());
  std::vector<int> wrong(threads);
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&, t] {
      std::vector<float> c(m * n);
      for (int call = 0; call < calls; ++call) {
        services.gemm_f32(&gemm, a.data(), b.data(), c.data());
        wrong[t] += std::memcmp(c.data(), expected.data(), c.size() * 4) != 0;
      }
    });
  for (std::thread &worker : workers)
    worker.join();
  EXPECT_EQ(wrong, std::vector<int>(threads));
}

TEST(HostServices, NamesTheMissingCpuFeature) {
  EXPECT_EQ(findMissingCpuFeature(""), "");
  EXPECT_EQ(findMissingCpuFeature("sse2,sse3"), "");
  EXPECT_EQ(findMissingCpuFeature("sse2,warpdrive"), "warpdrive");
}
