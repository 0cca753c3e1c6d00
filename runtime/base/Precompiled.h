// Precompiled.h: precompiled header of the runtime's libraries: what nearly all of
// their files read. Not included by name anywhere.
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
