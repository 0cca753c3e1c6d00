// GemmBound.cpp: the speed limit of the matrix products of a step
//
//   gemm-bound THREADS RANKS STEPS < products
//
// Every line of `products` is "m n k transpose_b count": what one rank computes
// in one step. Runs them for all ranks, dealt out to the threads, with nothing
// in between, and prints the milliseconds of each step: no program with these
// products is faster.
#include "host/HostDevice.h"
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

namespace {
struct Product {
  sbp_gemm gemm = {};
  std::vector<float> a, b, c;
};
using Rank = std::vector<Product>;
} // namespace

static bool readProducts(Rank &rank) {
  long m, n, k, transpose, count;
  int fields;
  while ((fields = std::scanf("%ld %ld %ld %ld %ld", &m, &n, &k, &transpose,
                              &count)) == 5) {
    if (m < 1 || n < 1 || k < 1 || transpose < 0 || transpose > 1 || count < 1)
      return false;
    for (long i = 0; i < count; ++i) {
      Product product;
      product.gemm.transpose_b = transpose;
      product.gemm.m = m;
      product.gemm.n = product.gemm.ldc = n;
      product.gemm.k = product.gemm.lda = k;
      product.gemm.ldb = transpose ? k : n;
      product.gemm.batch0 = product.gemm.batch1 = 1;
      product.a.assign(m * k, 0.5f);
      product.b.assign(k * n, 0.25f);
      product.c.resize(m * n);
      rank.push_back(std::move(product));
    }
  }
  return fields == EOF && !rank.empty();
}

int main(int argc, char **argv) {
  int threads = argc == 4 ? std::atoi(argv[1]) : 0;
  int ranks = argc == 4 ? std::atoi(argv[2]) : 0;
  int steps = argc == 4 ? std::atoi(argv[3]) : 0;
  Rank one;
  if (threads < 1 || ranks < 1 || steps < 1 || !readProducts(one)) {
    std::fprintf(stderr, "usage: gemm-bound THREADS RANKS STEPS < products "
                         "(m n k transpose_b count per line)\n");
    return 1;
  }
  std::vector<Rank> all(ranks, one);
  const sbp_host_services &services = sbp::getHostServices();
  std::barrier begin(threads), end(threads);
  auto work = [&](int thread) {
    for (int step = 0; step <= steps; ++step) {
      begin.arrive_and_wait();
      auto start = std::chrono::steady_clock::now();
      for (int rank = thread; rank < ranks; rank += threads)
        for (Product &product : all[rank])
          services.gemm_f32(&product.gemm, product.a.data(), product.b.data(),
                            product.c.data());
      end.arrive_and_wait();
      std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - start;
      if (thread == 0 && step > 0) // the first one faults pages in
        std::printf("%.3f\n", time.count());
    }
  };
  std::vector<std::thread> pool;
  for (int thread = 1; thread < threads; ++thread)
    pool.emplace_back(work, thread);
  work(0);
  for (std::thread &thread : pool)
    thread.join();
  return 0;
}
