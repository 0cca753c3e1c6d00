// Precompiled.h: headers that nearly all files of the runtime's libraries read
//
// The precompiled header of these libraries. Not included by name anywhere.
#pragma once
#include "debug_generated.h"
#include "plan_generated.h"
#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>
