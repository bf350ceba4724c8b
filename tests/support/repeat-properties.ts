// Gives the options of ./tries.ts to properties that do not use it themselves.
import fc from 'fast-check'
import { asked } from './tries.ts'

fc.configureGlobal(asked)
