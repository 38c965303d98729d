import json, os, sys, sysconfig

folders = {os.path.dirname(os.__file__), sysconfig.get_path('stdlib'), sysconfig.get_path('platstdlib')}
print(
    json.dumps(
        {
            'implementation': sys.implementation.name,
            'version': 'Python ' + ' '.join(sys.version.split()),
            'executable': os.path.realpath(sys.executable),
            'prefix': sys.base_prefix,
            'folders': sorted(folders),
        }
    )
)
