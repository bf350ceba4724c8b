// electron-builder's hook after copying Electron and the app: removes files that only a development build of Electron
// needs, which the builder leaves in if Electron lies unpacked on this computer.
import { rmSync } from 'node:fs'
import { join } from 'node:path'

export default function afterPack({ appOutDir, packager }) {
  const resources =
    packager.platform.name === 'mac'
      ? join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
      : join(appOutDir, 'resources')
  rmSync(join(resources, 'default_app.asar'), { force: true })
  rmSync(join(appOutDir, 'version'), { force: true })
}
