// A GCC plug-in that is loaded while a header is precompiled, and never with a contestant's source.
//
// The library's headers use many function templates themselves, six hundred in bits/stdc++.h, which need as many others.
// GCC instantiates them at the end of a file but writes a precompiled header before that, so every program that loads it
// instantiates all of them, only to drop nearly all: with bits/stdc++.h half of the time that a small program takes to
// compile. The plug-in offers a pragma for the last line of a header, which takes functions off the list of those that
// wait to be instantiated.
//
// Which ones, it is told: those of parts of the library that few programs touch (judge/languages/cpp/far-library.ts). A
// function that was taken off looks as if nobody had used it yet. Where a program uses it, or a template that it
// instantiates does, GCC puts it on the list again, and it is instantiated as ever. Only where a program reaches it through
// a function of the library that is no template, and so was read with the header, it is missing. Mostly the program then does
// not link, and is compiled without the header; far-library.ts knows such programs by their words before that.

#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <c-family/c-pragma.h>
#include <cp/cp-tree.h>
#include <diagnostic-core.h>

int plugin_is_GPL_compatible;

static const plugin_name_args* told;

// GCC's list, which no header shows. But its garbage collector has to find its first element and its last, and so can we.
struct pending_template {
  pending_template* next;
  tinst_level* tinst;
};
extern const ggc_root_tab gt_ggc_r_gt_cp_pt_h[];
extern void gt_ggc_mx_pending_template(void*);

struct pending_list {
  pending_template** first = nullptr;
  pending_template** last = nullptr;
};

static pending_list find_list() {
  pending_list list;
  for (const ggc_root_tab* root = gt_ggc_r_gt_cp_pt_h; root->base; root++) {
    if (root->cb != gt_ggc_mx_pending_template) continue;
    auto** found = static_cast<pending_template**>(root->base);
    // Of a list with one element, or none, both are the same.
    if (*found && (*found)->next) list.first = found;
    else (list.last ? list.first : list.last) = found;
  }
  return list;
}

static bool is_far(tree wanted) {
  // With the arguments of the template: "… std::swap(_Tp&, _Tp&) [with _Tp = std::mutex]".
  const char* name = decl_as_string(wanted, TFF_DECL_SPECIFIERS);
  for (int i = 0; i < told->argc; i++)
    if (strstr(name, told->argv[i].value)) return true;
  return false;
}

static bool can_be_left_out(tree wanted) {
  if (TREE_CODE(wanted) != FUNCTION_DECL || DECL_TEMPLATE_INSTANTIATED(wanted)) return false;
  // With a lambda of the header among its arguments nobody else can define it, so GCC insists on a definition.
  return !no_linkage_check(TREE_TYPE(wanted), /*relaxed_p=*/false) && is_far(wanted);
}

// As it was before its first use.
static void forget_use(tree function) {
  TI_PENDING_TEMPLATE_FLAG(get_template_info(function)) = 0;
  DECL_ODR_USED(function) = 0;
  tree clone;
  FOR_EACH_CLONE(clone, function) DECL_ODR_USED(clone) = 0;
}

static void leave_out_pending(cpp_reader*) {
  pending_list list = find_list();
  if (!list.first || !list.last) {
    error("the list of pending templates was not found");
    return;
  }
  bool is_any = false;
  pending_template* last = nullptr;
  for (pending_template** at = list.first; *at;) {
    tree wanted = (*at)->tinst->tldcl;
    if (can_be_left_out(wanted)) {
      forget_use(wanted);
      *at = (*at)->next;
      is_any = true;
    } else {
      last = *at;
      at = &last->next;
    }
  }
  *list.last = last;
  if (!is_any) inform(input_location, "nothing to leave out");
}

static void offer_pragma(void*, void*) { c_register_pragma("minos", "leave_out_pending", leave_out_pending); }

// Another release of GCC, or another build of the same, has other data structures.
int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  told = info;
  register_callback(info->base_name, PLUGIN_PRAGMAS, offer_pragma, nullptr);
  return 0;
}
