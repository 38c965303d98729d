import sys

# As in start.py.
source = sys.stdin.buffer.read()
if source[:3] == b'\xef\xbb\xbf':
    source = source[3:]
try:
    source = source.decode()
except UnicodeDecodeError:
    pass

try:
    compile(source, 'main.py', 'exec', dont_inherit=True)
except Exception as error:
    import traceback

    # PyPy forgets it in some of them.
    if isinstance(error, SyntaxError):
        error.filename = 'main.py'
    sys.stderr.write(''.join(traceback.format_exception_only(type(error), error)))
    sys.exit(1)
