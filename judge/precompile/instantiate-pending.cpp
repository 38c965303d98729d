// A GCC plug-in that is loaded while a header is precompiled, and never with a contestant's source.
//
// The library's headers use many function templates themselves, a thousand in bits/stdc++.h. GCC instantiates them at
// the end of a file but writes a precompiled header before that, so every program that loads it instantiates all of
// them, only to drop nearly all: with bits/stdc++.h a third of the time that a small program takes to compile. The
// plug-in offers a pragma for the last line of a header, which has part of this done before the header is written.
//
// Part of it, because GCC is not indifferent to the moment. A function that a program uses may come out otherwise when
// it was instantiated early: the program's own overloads in namespace std are not seen, a constructor's variants become
// one function or several, and what is inlined where may depend on the order of functions. So the plug-in is told of
// parts of the library that few programs touch (judge/far-library.ts) and instantiates what has to do with these. A
// program that does not touch them drops all of it again, and one that does is compiled without the header.

#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <c-family/c-pragma.h>
#include <cp/cp-tree.h>

int plugin_is_GPL_compatible;

static const plugin_name_args* told;

// GCC's list, which no header shows. But its garbage collector has to find it, and so can we.
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

static bool is_about_far_part(tree function) {
  // With the arguments of the template: "… std::swap(_Tp&, _Tp&) [with _Tp = std::mutex]".
  const char* name = decl_as_string(function, TFF_DECL_SPECIFIERS);
  for (int i = 0; i < told->argc; i++)
    if (strstr(name, told->argv[i].value)) return true;
  return false;
}

static void instantiate_pending(cpp_reader*) {
  // As GCC does it at the end of a file, where it decides how functions are linked.
  at_eof = 1;
  // What is instantiated adds to the list's end. What is done stays on the list, where GCC will see that it is.
  for (pending_template* each = find_first(); each; each = each->next) {
    tree wanted = each->tinst->tldcl;
    if (TREE_CODE(wanted) == FUNCTION_DECL && is_about_far_part(wanted))
      instantiate_decl(wanted, /*defer_ok=*/false, /*expl_inst_class_mem_p=*/false);
  }
  at_eof = 0;
}

static void offer_pragma(void*, void*) { c_register_pragma("minos", "instantiate_pending", instantiate_pending); }

// Another release of GCC, or another build of the same, has other data structures.
int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  told = info;
  register_callback(info->base_name, PLUGIN_PRAGMAS, offer_pragma, nullptr);
  return 0;
}
