// The grid worlds of the paper, and agents in them.
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "core.hpp"
#include "worlds/crm.hpp"
#include "worlds/draw.hpp"
#include "worlds/planning.hpp"

namespace remap::python {

namespace {

std::vector<Cell> cells_of(const World& world, const std::vector<std::uint32_t>& way) {
  std::vector<Cell> cells;
  for (const std::uint32_t cell : way) {
    if (cell >= world.cells()) throw InputError("a path has a cell outside the world");
    cells.push_back(Cell{cell});
  }
  return cells;
}

py::array_t<std::uint32_t> next_cells(const World& world) {
  py::array_t<std::uint32_t> next({world.cells(), all_moves.size()});
  auto* cell = next.mutable_data();
  for (std::size_t i = 0; i < world.cells(); ++i) {
    for (const Move move : all_moves) *cell++ = static_cast<std::uint32_t>(world.next(make_id<Cell>(i), move));
  }
  return next;
}

void add_world(py::module_& module) {
  py::class_<World>(module, "World")
      .def_property_readonly("name", &World::name)
      .def_property_readonly("rows", &World::rows)
      .def_property_readonly("columns", &World::columns)
      .def_property_readonly("start", [](const World& world) { return index(world.start()); })
      .def_property_readonly("objects",
                             [](const World& world) {
                               std::vector<std::pair<std::string, std::string>> result;
                               for (const Object& each : world.objects()) {
                                 result.emplace_back(each.proposition, each.title);
                               }
                               return result;
                             })
      .def("next", &next_cells)
      .def("labels",
           [](const World& world) {
             std::vector<PropositionSet> labels;
             for (std::size_t i = 0; i < world.cells(); ++i) labels.push_back(world.label(make_id<Cell>(i)));
             return labels;
           })
      .def("solid",
           [](const World& world) {
             std::vector<bool> solid;
             for (std::size_t i = 0; i < world.cells(); ++i) solid.push_back(world.solid(make_id<Cell>(i)));
             return solid;
           })
      .def("blocked", [](const World& world, std::uint32_t cell,
                         std::uint8_t move) { return world.blocked(cells_of(world, {cell})[0], Move{move}); })
      .def("text", [](const World& world,
                      const std::vector<std::uint32_t>& way) { return draw_text(world, cells_of(world, way)); })
      .def("svg", [](const World& world, const std::vector<std::uint32_t>& way) {
        return draw_svg(world, cells_of(world, way));
      });
  module.def("world", [](const std::string& name) { return world_of(name); });
}

py::array_t<std::uint8_t> array_of(const Policy& policy) {
  const std::size_t cells = policy.moves.size() / policy.machine_states;
  py::array_t<std::uint8_t> array({cells, policy.machine_states});
  std::copy(policy.moves.begin(), policy.moves.end(), array.mutable_data());
  return array;
}

Counterfactuals counterfactuals_named(const std::string& name) {
  if (name == "none") return Counterfactuals::none;
  if (name == "reachable") return Counterfactuals::reachable;
  if (name == "consistent") return Counterfactuals::consistent;
  throw InputError("counterfactuals cannot be '" + name + "', expected none, reachable or consistent");
}

void add_agents(py::module_& module) {
  module.def("crm", [](const World& world, const RewardMachine& machine, std::uint64_t steps, std::uint64_t seed,
                       const std::string& counterfactuals, float learning_rate, float discount, float initial_value,
                       double epsilon, std::uint64_t episode_limit) {
    CrmOptions options;
    options.steps = steps;
    options.seed = seed;
    options.counterfactuals = counterfactuals_named(counterfactuals);
    options.learning_rate = learning_rate;
    options.discount = discount;
    options.initial_value = initial_value;
    options.epsilon = epsilon;
    options.episode_limit = episode_limit;
    CrmResult result;
    {
      const py::gil_scoped_release release;
      const Product product(world, machine);
      result = crm(product, options);
    }
    return py::make_tuple(array_of(result.policy), result.mean_reward, result.steps, result.episodes);
  });
  module.def("plan", [](const World& world, const RewardMachine& machine, double discount) {
    return array_of(plan(Product(world, machine), discount).policy);
  });
  module.def("reward_per_step", [](const World& world, const RewardMachine& own,
                                   const py::array_t<std::uint8_t, py::array::c_style>& policy,
                                   const RewardMachine& truth, double epsilon, std::uint64_t episode_limit) {
    const Product followed(world, own);
    if (static_cast<std::size_t>(policy.size()) != followed.size()) {
      throw InputError("the policy is not for this world and machine");
    }
    Policy given{followed.machine_states(), {policy.data(), policy.data() + policy.size()}};
    for (const std::uint8_t moves : given.moves) {
      if (moves == 0 || moves > 15) throw InputError("a policy has one to four moves everywhere");
    }
    return evaluate(followed, given, Product(world, truth), {epsilon, episode_limit}).reward_per_step;
  });
  module.def("paper_steps", [](const std::string& world) { return paper_steps(world_named(world)); });
}

}  // namespace

void add_worlds(py::module_& module) {
  add_world(module);
  add_agents(module);
}

}  // namespace remap::python
