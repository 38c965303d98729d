# Process 1 of the machine of `npm run test:cgroup2`: mounts what a Linux has, runs the tests as root, then as an
# ordinary user in a delegated group, and turns the machine off.
export PATH=/minos/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
export HOME=/root CI=1 NO_COLOR=1 TERM=dumb
mountpoint -q /proc || mount -t proc proc /proc
mountpoint -q /sys || mount -t sysfs sysfs /sys
mountpoint -q /dev || mount -t devtmpfs devtmpfs /dev
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t cgroup2 cgroup2 /sys/fs/cgroup
mount -o ro /dev/vdc /minos/node_modules
cd /minos
export $(grep -o 'MINOS_SLOWNESS=[0-9]*' /proc/cmdline)
uname -srm

echo 'As root'
node scripts/cgroup2/run-tests.ts

# What systemd does for Delegate=yes.
echo 'As an ordinary user in a delegated group'
echo '+memory +pids' >/sys/fs/cgroup/cgroup.subtree_control
delegated=/sys/fs/cgroup/delegated
mkdir $delegated
chown 1000:1000 $delegated $delegated/cgroup.procs $delegated/cgroup.threads $delegated/cgroup.subtree_control
mkdir -m 777 /tmp/home
HOME=/tmp/home sh -c "echo \$\$ >$delegated/cgroup.procs &&
  exec setpriv --reuid 1000 --regid 1000 --clear-groups node scripts/cgroup2/run-tests.ts"

sync
echo o >/proc/sysrq-trigger
sleep 60
