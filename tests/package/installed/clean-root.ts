import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../run-packaging.ts'

export type CleanRoot = {
  folder: string
  /** Prefix of a command that runs in the root. */
  enter: readonly string[]
  /** Runs a command there as root and returns its output. */
  run: (...command: string[]) => string
  apt: (...args: string[]) => void
  remove: () => void
}

/** Debian 12 and 13. */
type Suite = 'bookworm' | 'trixie'

const mirror = 'http://deb.debian.org/debian'
const cache = inRoot('.cache/package')
const tarOf = (suite: Suite): string => join(cache, `${suite}.tar`)

/* Mounts belong to this process alone, so removing the folder touches nothing of this computer. pivot_root instead of
   chroot, in which the kernel allows no user namespace, so that the sandbox is the real one. */
const enterScript = `
  root=$1; archives=$2; shift 2
  mount --bind "$root" "$root"
  mount -t proc proc "$root/proc"
  mount -t sysfs -o ro sys "$root/sys"
  mount --rbind /dev "$root/dev"
  mount --bind "$archives" "$root/var/cache/apt/archives"
  mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
  cd "$root"
  /usr/sbin/pivot_root . mnt
  umount -l /mnt
  exec "$@"`

/** Creates a minimal Debian (debootstrap, minbase) with this computer's network and display. */
export function makeCleanRoot(suite: Suite = 'bookworm'): CleanRoot {
  if (!existsSync(tarOf(suite))) bootstrap(suite)
  return inNewFolder((folder) => fillRoot(folder, tarOf(suite)))
}

/** Runs work in a new folder, which is removed if the work fails. */
function inNewFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync('/tmp/galley-root-')
  try {
    return work(folder)
  } catch (error) {
    // The first failure is thrown, even if leftover mounts keep the folder.
    spawnSync('rm', removal(folder))
    throw error
  }
}

/** Mounts left by a failed debootstrap are not removed. */
const removal = (folder: string): string[] => ['-rf', '--one-file-system', folder]

function fillRoot(folder: string, tar: string): CleanRoot {
  execFileSync('tar', ['-C', folder, '-xf', tar])
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'tmp/.X11-unix'))
  // No service is started, and no write is synced to disk.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  writeFileSync(join(folder, 'etc/dpkg/dpkg.cfg.d/quick'), 'force-unsafe-io\n')
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/keep'), 'APT::Keep-Downloaded-Packages "true";\n')
  execFileSync('cp', ['/etc/resolv.conf', '/etc/hosts', join(folder, 'etc')])
  const archives = join(cache, 'archives')
  mkdirSync(join(archives, 'partial'), { recursive: true })
  const isolated = ['unshare', '--mount', '--propagation', 'private', 'sh', '-ec', enterScript, 'sh']
  const enter = [...isolated, folder, archives]
  const run = (...command: string[]): string => {
    const [first = '', ...args] = [...enter, ...command]
    return execFileSync(first, args, {
      encoding: 'utf8',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }
  run('apt-get', 'update')
  return {
    folder,
    enter,
    run,
    apt: (...args) => void run('apt-get', '-y', '--no-install-recommends', ...args),
    remove: () => void execFileSync('rm', removal(folder)),
  }
}

const environment = {
  PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
}

/** Creates the root once, and keeps it as an archive. */
function bootstrap(suite: Suite): void {
  const tar = tarOf(suite)
  mkdirSync(cache, { recursive: true })
  inNewFolder((folder) => {
    execFileSync('debootstrap', ['--variant=minbase', suite, folder, mirror], { stdio: 'pipe' })
    execFileSync('tar', ['-C', folder, '--exclude=./var/cache/apt/archives/*.deb', '-cf', `${tar}.new`, '.'])
    renameSync(`${tar}.new`, tar)
    execFileSync('rm', removal(folder))
  })
}
