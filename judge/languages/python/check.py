import sys

try:
    compile(sys.stdin.buffer.read(), 'main.py', 'exec', dont_inherit=True)
except Exception as error:
    import traceback

    # PyPy forgets it in some of them.
    if isinstance(error, SyntaxError):
        error.filename = 'main.py'
    sys.stderr.write(''.join(traceback.format_exception_only(type(error), error)))
    sys.exit(1)
