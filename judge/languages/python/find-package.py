import importlib.metadata, importlib.util, json, os, sys

name = sys.argv[1]
spec = importlib.util.find_spec(name)
print(json.dumps({'folder': os.path.dirname(spec.origin), 'version': importlib.metadata.version(name)}))
