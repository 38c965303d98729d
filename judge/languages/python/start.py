import builtins, sys

# What a person's interpreter has from its site module, which costs more than all the rest of the start.
def leave(code=None):
    raise SystemExit(code)

builtins.exit = builtins.quit = leave
# Nobody reads it but the judge, who wants the name of the exception behind it.
sys.tracebacklimit = 1
__file__ = 'main.py'
sys.argv[0] = __file__
with open(__file__, 'rb') as file:
    code = compile(file.read(), __file__, 'exec', dont_inherit=True)
del builtins, sys, leave, file
exec(globals().pop('code'))
