// electron-builder's hook after it has copied Electron and the app: what only a development build of Electron needs
// does not go out. With an Electron that lies unpacked on this computer the builder leaves it in.
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
