import { openDatabase } from '../../../../main/store/durability/database.ts'
import { StoreError } from '../../../../main/store/store-error.ts'

/** Opens the database that is named, and says what came of it. */
const file = process.argv[2] ?? ''
try {
  openDatabase({ file }).close()
  process.stdout.write('opened')
} catch (error) {
  process.stdout.write(error instanceof StoreError ? error.code : String(error))
}
