import builtins, sys

# What a person's interpreter has from its site module, which costs more than all the rest of the start.
def leave(code=None):
    raise SystemExit(code)

builtins.exit = builtins.quit = leave
# Nobody reads it but the judge, who wants the name of the exception behind it.
sys.tracebacklimit = 1
__file__ = 'main.py'
sys.argv = [__file__]
with open(__file__, 'rb', 0) as file:
    source = file.read()
del builtins, sys, leave, file
# Not by way of compile(): its first call makes all classes of syntax trees, which costs as much as the rest.
exec(globals().pop('source'))
