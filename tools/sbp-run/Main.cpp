// Main.cpp: the runner as it is; tests start it on devices of their own
#include "Runner.h"

int main(int argc, char **argv) { return sbp::run::start(argc, argv, {}); }
