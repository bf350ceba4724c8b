// For properties that say nothing themselves of how they are tried.
import fc from 'fast-check'
import { asked } from './tries.ts'

fc.configureGlobal(asked)
