// Everything a program could try without being ended for it. Says what gave way.
const fs = require('node:fs');
const net = require('node:net');
const { spawnSync, fork } = require('node:child_process');
const { Worker } = require('node:worker_threads');

function givesWay(name, attempt) {
  try {
    if (attempt()?.error === undefined) console.log(name);
  } catch {}
}

const unseen = `/etc/passwd /etc/ld.so.cache /proc/self/maps /proc/self/mem /proc/1/mem /proc/self/fd/0 /sys/kernel /dev/null
/dev/urandom /dev/shm /dev/stdout /tmp /home /root /var /bin/sh /usr/bin/env /usr/local /usr/share ../etc/passwd`;
for (const path of unseen.split(/\s+/)) givesWay(`read ${path}`, () => fs.openSync(path, 'r'));
for (const path of ['new', '/new', 'main.js', '/dev/new', '/dev/stdin', process.execPath])
  givesWay(`write ${path}`, () => fs.openSync(path, fs.constants.O_WRONLY | fs.constants.O_CREAT));
givesWay('the work folder', () => fs.readdirSync('.'));
givesWay('mkdir', () => fs.mkdirSync('/new'));
givesWay('symlink', () => fs.symlinkSync('/', 'new'));
givesWay('rename', () => fs.renameSync('main.js', 'x'));
givesWay('unlink', () => fs.unlinkSync('main.js'));
givesWay('chmod', () => fs.chmodSync('main.js', 0o777));
givesWay('copy', () => fs.copyFileSync('main.js', 'x'));
givesWay('a process', () => spawnSync('/bin/sh', ['-c', 'true']));
givesWay('Node again', () => spawnSync(process.execPath, ['-e', '']));
givesWay('priority', () => require('node:os').setPriority(-1));
require('node:inspector').open(0);
if (require('node:inspector').url() !== undefined) console.log('a debugger');
givesWay('a native module', () => process.dlopen({ exports: {} }, './main.js'));
givesWay('a file of the loader', () => require('/etc/passwd'));
const { ino, mtimeMs, atimeMs, uid } = fs.statSync('main.js');
if (ino !== 1 || mtimeMs !== 0 || atimeMs !== 0 || uid !== 0) console.log('facts of the program');
if (process.pid !== 2 || process.ppid !== 1) console.log('process numbers');
if (Object.keys(process.env).some((name) => !['OPENSSL_CONF', 'LD_PRELOAD'].includes(name)))
  console.log('environment', process.env);
if (require('node:os').totalmem() > 2 ** 30) console.log('memory of the machine');
givesWay('a fork', () => ({ error: fork('main.js').pid === undefined ? true : undefined }));

const workers = Array.from({ length: 3 }, () => new Worker('setInterval(() => {}, 1000)', { eval: true }));
let online = 0;
for (const worker of workers) worker.on('online', () => ++online === workers.length && connect());
function connect() {
  const socket = net.connect(80, '127.0.0.1');
  socket.on('connect', () => console.log('the network'));
  socket.on('error', () => {
    console.log('done');
    process.exit(0);
  });
}
process.on('uncaughtException', () => {});
