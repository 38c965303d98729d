// Finds the best protection this machine offers by using it: each tier runs a real program through a real cell.
#pragma once
#include <string>
#include <vector>

#include "cell-process.h"

namespace minos {

struct Probed {
  bool found = false;
  std::vector<std::string> notes;  // why better tiers were passed over
};

// `forced`: "" for the best, 'bare' excluded; else exactly that tier.
Probed probe_tiers(const std::string& forced, const std::vector<int>& cores, CellPlan& plan);

const char* tier_name(Tier tier);

}  // namespace minos
