#!/usr/bin/env bash
# A sweep on a real Slurm: munge, a controller and two nodes, all on this computer and in a folder of their own. One
# node's daemon is killed in the middle; the result must be that of a run without Slurm, byte for byte.
#
# run.sh PROGRAM [EXPERIMENT OPTION…]: the tool, and what to run on both (default: queries --quick).
set -uo pipefail
program=$(readlink -f "${1:?the program to test}")
shift
experiment=("$@")
((${#experiment[@]})) || experiment=(queries --quick)

skip() {
  echo "skipped: $*"
  exit 77
}
fail() {
  echo "FAILED: $*" >&2
  tail -n 15 "$dir"/*.log "$dir"/out/slurm/*.txt 2>/dev/null >&2
  exit 1
}
for tool in munged slurmctld slurmd sbatch squeue scontrol; do
  PATH=$PATH:/usr/sbin command -v "$tool" >/dev/null || skip "Slurm is not installed here ($tool is missing; Debian: slurm-wlm, munge)"
done
PATH=$PATH:/usr/sbin

dir=$(mktemp -d "${TMPDIR:-/tmp}/remap-slurm-XXXXXX")
pids=()
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null; done
  for file in "$dir"/*.pid; do [[ -s $file ]] && kill "$(<"$file")" 2>/dev/null; done
  sleep 1
  rm -rf "$dir"
}
trap finish EXIT

user=$(id -un) host=$(hostname -s) port=$((20000 + $$ % 10000))  # below those that the system gives to others
mkdir -m 700 "$dir/munge"
head -c 1024 /dev/urandom >"$dir/munge/key"
chmod 400 "$dir/munge/key"
chmod 711 "$dir" "$dir/munge"
munged --force --key-file="$dir/munge/key" --socket="$dir/munge/socket" --pid-file="$dir/munge.pid" \
  --log-file="$dir/munge.log" --seed-file="$dir/munge/seed" 2>"$dir/munged.log" || skip "munged does not start here ($(tail -n 1 "$dir/munged.log"))"

export SLURM_CONF=$dir/slurm.conf
cat >"$SLURM_CONF" <<EOF
ClusterName=remap
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$dir/munge/socket
SlurmctldPort=$port
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/spool-%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmdTimeout=8
KillWait=2
JobRequeue=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=bf_interval=1,sched_min_interval=100000
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 RealMemory=4000
NodeName=two NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 RealMemory=4000
PartitionName=short Nodes=one,two Default=YES MaxTime=INFINITE State=UP
EOF
mkdir -p "$dir/state" "$dir/spool-one" "$dir/spool-two"
slurmctld -D 2>"$dir/slurmctld.err" &
pids+=($!)
for node in one two; do
  slurmd -D -N "$node" 2>"$dir/slurmd-$node.err" &
  pids+=($!)
done
two=$!
ready=
for _ in {1..60}; do
  [[ $(timeout 2 sinfo --noheader --format '%T %D' 2>/dev/null) == "idle 2" ]] && ready=1 && break
  sleep 0.5
done
[[ $ready ]] || skip "Slurm does not start here ($(timeout 2 sinfo 2>&1 | tail -n 1); $(tail -n 1 "$dir/slurmctld.log"))"
echo "Slurm runs: $(sinfo --version), two nodes"

cd "$dir" || exit 1
run=("$program" experiment "${experiment[@]}" --no-figures --quiet --export csv)
"${run[@]}" --output plain || fail "the run without Slurm"

submit=("${run[@]}" --output out --submit --shards 16 --partition short -- --nice=1)
"${submit[@]}" 2>watch.txt &
watcher=$!
for _ in {1..240}; do
  [[ $(find out/shards -name '*.sqlite' 2>/dev/null | wc -l) -ge 4 ]] && break
  sleep 0.25
done
kill -9 "$two"
echo "killed the daemon of node two with $(find out/shards -name '*.sqlite' | wc -l) of 16 shards begun"
kill -INT "$watcher"
wait "$watcher"
code=$?
[[ $code == 130 ]] || fail "a watch that is interrupted ends with 130, not $code: $(cat watch.txt)"
grep -q "the same command watches them again" watch.txt || fail "a watch that is interrupted says how to go on"
# The node is found dead, and its jobs are queued again; those that wait for it go to the other node.
timeout 300 "${submit[@]}" 2>watch.txt
code=$?
[[ $code == 0 ]] || fail "the sweep ended with $code: $(cat watch.txt; squeue 2>&1)"
for table in trial policy; do
  cmp "plain/$table.csv" "out/$table.csv" || fail "$table.csv is not that of a run without Slurm"
done
echo "ok: $(($(wc -l <out/trial.csv) - 1)) trials in 16 shards, the same as without Slurm; node two: $(sinfo --noheader --nodes two --format %T)"
