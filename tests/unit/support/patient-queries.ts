// A machine that is busy with other work only takes longer.
import { configure } from '@testing-library/react'
import { PATIENCE } from '../../support/wait.ts'

configure({ asyncUtilTimeout: PATIENCE })
