// A GCC plug-in that is loaded while a header is precompiled, and never with a contestant's source.
//
// The library's headers use many function templates themselves, hundreds in bits/stdc++.h. GCC instantiates them at the
// end of a file but writes a precompiled header before that, so every program that loads it instantiates all of them,
// only to drop nearly all: with bits/stdc++.h half of the time that a small program takes to compile. The plug-in
// offers a pragma for the last line of a header, which has this done before the header is written.
//
// Programs must not differ for it, and GCC is not indifferent to the moment:
// - At the end of a file (at_eof) it knows how a function is linked, and makes a constructor's or destructor's variants
//   one function. Before, it makes several. What is pending would have met the end of a file.
// - A constexpr constructor or destructor may also be needed while a program is read, for a constant, and is instantiated
//   then. Whether that happens is up to the program, so these are left pending.

#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <c-family/c-pragma.h>
#include <cp/cp-tree.h>

int plugin_is_GPL_compatible;

// GCC's list, which no header shows; its garbage collector has to find it, and so can we.
struct pending_template {
  pending_template* next;
  tinst_level* tinst;
};
extern const ggc_root_tab gt_ggc_r_gt_cp_pt_h[];
extern void gt_ggc_mx_pending_template(void*);

// There are two such roots, the list's first element and its last.
static pending_template* find_first() {
  pending_template* first = nullptr;
  for (const ggc_root_tab* root = gt_ggc_r_gt_cp_pt_h; root->base; root++) {
    if (root->cb != gt_ggc_mx_pending_template) continue;
    pending_template* found = *static_cast<pending_template**>(root->base);
    if (first == nullptr || (found && found->next)) first = found;
  }
  return first;
}

static bool may_be_needed_earlier(tree function) {
  return DECL_DECLARED_CONSTEXPR_P(function) && (DECL_CONSTRUCTOR_P(function) || DECL_DESTRUCTOR_P(function));
}

static void instantiate_pending(cpp_reader*) {
  at_eof = 1;
  // What is instantiated adds to the list's end. What is done stays on the list, where GCC will see that it is.
  for (pending_template* each = find_first(); each; each = each->next) {
    tree wanted = each->tinst->tldcl;
    if (TREE_CODE(wanted) == FUNCTION_DECL && !may_be_needed_earlier(wanted))
      instantiate_decl(wanted, /*defer_ok=*/false, /*expl_inst_class_mem_p=*/false);
  }
  at_eof = 0;
}

static void offer_pragma(void*, void*) { c_register_pragma("minos", "instantiate_pending", instantiate_pending); }

// Another release of GCC, or another build of the same, has other data structures.
int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  register_callback(info->base_name, PLUGIN_PRAGMAS, offer_pragma, nullptr);
  return 0;
}
