// A package for Fedora, RHEL and openSUSE, made by rpmbuild.
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, Stop } from '../../scripts/lib/project.mjs'
import { linuxVersion, program } from '../identity.mjs'
import { ensureTools, runTool } from '../tools.mjs'
import { glibcNeeded, librariesNeeded, rpmDependencies } from './needed.mjs'
import { home, makeTree } from './tree.mjs'

const architectures = { x64: 'x86_64', arm64: 'aarch64' }

/** @param {Parameters<typeof import('./deb.mjs').makeDeb>[0]} what */
export async function makeRpm({ unpacked, version, arch, date, output, fast = false }) {
  ensureTools('rpmbuild', 'readelf')
  const of = architectures[arch]
  const work = join(output, `rpm-${of}`)
  rmSync(work, { recursive: true, force: true })
  const tree = join(work, 'tree')
  mkdirSync(tree, { recursive: true })
  await makeTree({ unpacked, root: tree, date })
  const needed = rpmDependencies(librariesNeeded(join(tree, home)), glibcNeeded(join(tree, home)))
  const spec = join(work, 'galley.spec')
  writeFileSync(spec, specFile({ version: linuxVersion(version), needed, tree, level: fast ? 1 : 12 }))
  const args = ['-bb', `--target=${of}`, `--define=_topdir ${work}`, `--define=_rpmdir ${work}/made`, spec]
  runTool('rpmbuild', args, { env: { ...process.env, SOURCE_DATE_EPOCH: String(date) } })
  const [name] = readdirSync(join(work, 'made', of))
  if (name === undefined) throw new Stop('rpmbuild has made no package')
  const file = join(output, name)
  renameSync(join(work, 'made', of, name), file)
  rmSync(work, { recursive: true, force: true })
  return file
}

const script = (name) => readFileSync(inRoot('packaging/linux', name), 'utf8').replace(/^#!.*\n/, '')

function specFile({ version, needed, tree, level }) {
  return `# Nothing is compiled, taken apart or looked through: the files are what they are.
%global __strip /bin/true
%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w${level}.zstdio
%global _buildhost galley
%global use_source_date_epoch_as_buildtime 1
%global clamp_mtime_to_source_date_epoch 1

Name: ${program.name}
Version: ${version}
Release: 1
Summary: ${program.summary}
License: ${program.license}
Vendor: Galley contributors
Group: Applications/Productivity
AutoReqProv: no
${needed.map((name) => `Requires: ${name}`).join('\n')}
Recommends: gnome-keyring
Recommends: libsecret

%description
${program.description}

%install
rm -rf %{buildroot}
mkdir -p %{buildroot}
cp -a ${tree}/. %{buildroot}/

%post
${script('after-install.sh')}
%postun
${script('after-remove.sh')}
%files
%defattr(-,root,root,-)
/usr/bin/galley
%dir ${home}
%verify(not mode) ${home}/chrome-sandbox
${['[!c]*', 'chrome_*'].map((name) => `${home}/${name}`).join('\n')}
/usr/share/galley
/usr/share/applications/galley.desktop
/usr/share/icons/hicolor/*/apps/galley.*
/usr/share/doc/galley
`
}
