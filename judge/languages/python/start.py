import builtins, posix, sys

# What a person's interpreter has from its site module, which costs more than all the rest of the start.
def leave(code=None):
    raise SystemExit(code)

builtins.exit = builtins.quit = leave
# Nobody reads it but the judge, who wants the name of the exception behind it, also where the program wants no traceback.
sys.tracebacklimit = 1

def tell(*error):
    import sys
    sys.tracebacklimit = 1
    sys.__excepthook__(*error)

sys.excepthook = tell
__file__ = 'main.py'
sys.argv[0] = __file__

# Only a checker is told files. What breaks it must not end with 1, which says that an output is wrong.
def break_off(*error):
    import os, sys
    sys.__excepthook__(*error)
    sys.stderr.flush()
    os._exit(3)

if len(sys.argv) > 1:
    import threading
    sys.excepthook = break_off
    threading.excepthook = lambda error, end=break_off: end(*error[:3])
    del threading
# Not by open(), which asks what kind of file it is: each such question goes to the cell and costs more than the reading.
file = posix.open(__file__, posix.O_RDONLY)
source = b''
while part := posix.read(file, 1 << 16):
    source += part
posix.close(file)
# What is submitted is text, and comes in UTF-8 whatever encoding it declares: that was true of the file it was read from.
# Bytes that are none are a jury's own file, in the encoding that they declare.
if source[:3] == b'\xef\xbb\xbf':
    source = source[3:]
try:
    source = source.decode()
except UnicodeDecodeError:
    pass
del builtins, posix, sys, leave, tell, break_off, file, part
# Not by way of compile(): its first call makes all classes of syntax trees, which costs as much as the rest.
exec(globals().pop('source'))
