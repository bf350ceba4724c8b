// node packaging/signing/sign-file.mjs FILE: signs one file as the environment says; makensis calls it.
import { launch } from '../../scripts/lib/setup.mjs'
import { Stop } from '../../scripts/lib/project.mjs'
import { windowsSigner } from './windows-signer.mjs'

launch(async () => {
  const [file] = process.argv.slice(2)
  const sign = windowsSigner()
  if (file === undefined || sign === null) throw new Stop('name a file, and set GALLEY_SIGN_…')
  sign(file)
})
