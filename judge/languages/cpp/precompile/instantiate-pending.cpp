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
// parts of the library that few programs touch (judge/languages/cpp/far-library.ts), and instantiates what has to do with these, as
// long as no other function is instantiated on the way (for a constant, say). A program that does not touch these parts
// drops all of it again, and one that does is compiled without the header.

#include <gcc-plugin.h>
#include <plugin-version.h>
#include <tree.h>
#include <c-family/c-pragma.h>
#include <cp/cp-tree.h>
#include <diagnostic-core.h>
#include <hash-set.h>
#include <sys/wait.h>

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

static bool is_far(tree wanted) {
  if (TREE_CODE(wanted) != FUNCTION_DECL) return false;
  // With the arguments of the template: "… std::swap(_Tp&, _Tp&) [with _Tp = std::mutex]".
  const char* name = decl_as_string(wanted, TFF_DECL_SPECIFIERS);
  for (int i = 0; i < told->argc; i++)
    if (strstr(name, told->argv[i].value)) return true;
  return false;
}

static tree at_work;
static bool was_alone;

static void check_function(void* function, void*) {
  if (at_work && !is_far(static_cast<tree>(function))) was_alone = false;
}

// Calls tell() with each function that was not instantiated alone. Returns whether there was any function at all.
template <typename Tell>
static bool instantiate_far(hash_set<tree>& left_out, Tell tell) {
  // As GCC does it at the end of a file, where it decides how functions are linked.
  at_eof = 1;
  bool is_any = false;
  // What is instantiated adds to the list's end. What is done stays on the list, where GCC will see that it is.
  for (pending_template* each = find_first(); each; each = each->next) {
    tree wanted = each->tinst->tldcl;
    if (!is_far(wanted) || left_out.contains(wanted)) continue;
    at_work = wanted;
    is_any = was_alone = true;
    instantiate_decl(wanted, /*defer_ok=*/false, /*expl_inst_class_mem_p=*/false);
    at_work = NULL_TREE;
    if (!was_alone) tell(wanted);
  }
  at_eof = 0;
  return is_any;
}

// Nothing of it can be taken back, so it is tried in a child first, which tells by their addresses what to leave out.
// That is tried again: what was done for one function is not seen with the next that would have done it too.
static void instantiate_pending(cpp_reader*) {
  hash_set<tree> left_out;
  for (bool is_clean = false; !is_clean;) {
    is_clean = true;
    int ends[2];
    if (pipe(ends) != 0) return;
    pid_t child = fork();
    if (child == 0) {
      instantiate_far(left_out, [&](tree each) {
        if (write(ends[1], &each, sizeof each) != sizeof each) _exit(1);
      });
      _exit(0);
    }
    close(ends[1]);
    tree found;
    while (child > 0 && read(ends[0], &found, sizeof found) == sizeof found) {
      left_out.add(found);
      is_clean = false;
    }
    close(ends[0]);
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) {
      error("pending templates could not be tried");
      return;
    }
  }
  bool is_any = instantiate_far(left_out, [](tree each) { error("%qD is not instantiated alone", each); });
  if (!is_any) inform(input_location, "nothing to instantiate");
}

static void offer_pragma(void*, void*) { c_register_pragma("minos", "instantiate_pending", instantiate_pending); }

// Another release of GCC, or another build of the same, has other data structures.
int plugin_init(plugin_name_args* info, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  told = info;
  register_callback(info->base_name, PLUGIN_PRAGMAS, offer_pragma, nullptr);
  register_callback(info->base_name, PLUGIN_PRE_GENERICIZE, check_function, nullptr);
  return 0;
}
