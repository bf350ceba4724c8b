// The description from which wixl makes an MSI: per machine, one component for each file, replaced by newer versions.
import { program } from '../identity.mjs'
import { guidOf, upgradeCode } from './guid.mjs'

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
/** Ids have no slashes, and at most 72 characters. */
const idOf = (kind, path) => `${kind}${guidOf(`${kind}/${path}`).replaceAll('-', '')}`

/**
 * @param {{tree: import('./files.mjs').Folder, unpacked: string, icon: string, title: string, version: string,
 *   fullVersion: string}} what `title`: what the list of programs shows; `version`: three numbers
 */
export function wxsFile({ tree, unpacked, icon, title, version, fullVersion }) {
  const components = []
  return `<?xml version="1.0" encoding="utf-8"?>
<Wix xmlns="http://schemas.microsoft.com/wix/2006/wi">
  <Product Id="${guidOf(`product/${fullVersion}`)}" Name="${escape(title)}" Language="1033" Version="${version}"
      Manufacturer="Galley contributors" UpgradeCode="${upgradeCode}">
    <Package InstallerVersion="500" Compressed="yes" InstallScope="perMachine"
        Description="${escape(`${title} ${fullVersion}`)}" Comments="${escape(program.description)}" />
    <Upgrade Id="${upgradeCode}">
      <UpgradeVersion Minimum="0.0.0" IncludeMinimum="yes" Maximum="${nextAfter(version)}" Property="OLDER" />
      <UpgradeVersion Minimum="${version}" IncludeMinimum="no" OnlyDetect="yes" Property="NEWER" />
    </Upgrade>
    <Condition Message="A newer version of Galley is installed.">NOT NEWER</Condition>
    <InstallExecuteSequence>
      <RemoveExistingProducts After="InstallValidate" />
    </InstallExecuteSequence>
    <Media Id="1" Cabinet="galley.cab" EmbedCab="yes" />
    <Icon Id="galley.ico" SourceFile="${escape(icon)}" />
    <Property Id="ARPPRODUCTICON" Value="galley.ico" />
    <Property Id="ARPNOMODIFY" Value="1" />
    <Directory Id="TARGETDIR" Name="SourceDir">
      <Directory Id="ProgramFiles64Folder">
        <Directory Id="INSTALLDIR" Name="Galley">
${insideOf(tree, unpacked, components, 10)}        </Directory>
      </Directory>
      <Directory Id="ProgramMenuFolder">
        <Component Id="Shortcuts" Guid="${guidOf('component/shortcuts')}" Win64="yes">
          <Shortcut Id="MenuEntry" Name="Galley" Target="[INSTALLDIR]Galley.exe" WorkingDirectory="INSTALLDIR" Icon="galley.ico" />
          <RegistryValue Root="HKLM" Key="Software\\Galley" Name="MenuEntry" Type="integer" Value="1" KeyPath="yes" />
        </Component>
      </Directory>
    </Directory>
    <Feature Id="Complete" Title="Galley" Level="1">
${[...components, 'Shortcuts'].map((id) => `      <ComponentRef Id="${id}" />\n`).join('')}    </Feature>
  </Product>
</Wix>
`
}

/** The least version that is newer. wixl cannot say "up to and with", so older and as old is said with it. */
export const nextAfter = (version) => version.replace(/\d+$/, (patch) => String(Number(patch) + 1))

function insideOf(folder, unpacked, components, depth) {
  const indent = ' '.repeat(depth)
  const files = folder.files.map((name) => {
    const path = folder.path === '' ? name : `${folder.path}/${name}`
    const id = idOf('c', path)
    components.push(id)
    return (
      `${indent}<Component Id="${id}" Guid="${guidOf(`component/${path}`)}" Win64="yes">\n` +
      `${indent}  <File Id="${idOf('f', path)}" Name="${escape(name)}" Source="${escape(`${unpacked}/${path}`)}" KeyPath="yes" />\n` +
      `${indent}</Component>\n`
    )
  })
  const folders = folder.folders.map(
    (inner) =>
      `${indent}<Directory Id="${idOf('d', inner.path)}" Name="${escape(inner.name)}">\n` +
      insideOf(inner, unpacked, components, depth + 2) +
      `${indent}</Directory>\n`,
  )
  return [...files, ...folders].join('')
}
