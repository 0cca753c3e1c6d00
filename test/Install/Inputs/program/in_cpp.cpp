// in_cpp.cpp: lists the entries of an artifact, from C++
#include <iostream>
#include <memory>
#include <sbp_runtime.h>

int main(int argc, char **argv) {
  sbp_session *created = nullptr;
  sbp_status status = sbp_session_create(argv[argc - 1], nullptr, &created);
  std::unique_ptr<sbp_session, void (*)(sbp_session *)> session(
      created, sbp_session_destroy);
  for (uint32_t i = 0; i < sbp_session_entry_count(session.get()); ++i)
    std::cout << "entry " << sbp_session_entry_name(session.get(), i) << "\n";
  return status;
}
