import { getPayload } from 'payload'
import config from './src/payload.config.js'

// Outside of production Payload makes its tables by itself.
await getPayload({ config })
process.exit(0)
