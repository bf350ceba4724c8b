// electron-builder's hook after signing: has Apple notarise the program, if the environment names a profile that
// `xcrun notarytool store-credentials` has put into the keychain.
import { join } from 'node:path'
import { notarize } from '@electron/notarize'

export default async function afterSign({ appOutDir, electronPlatformName, packager }) {
  const keychainProfile = process.env.GALLEY_NOTARY_PROFILE
  if (electronPlatformName !== 'darwin' || !keychainProfile) return
  await notarize({ appPath: join(appOutDir, `${packager.appInfo.productFilename}.app`), keychainProfile })
}
