import * as v from 'valibot'
import { useAccount } from '../../data/account-context.tsx'
import { localPreference, useLocalPreference } from '../../data/local-preference.ts'
import { personKey } from '../../data/preferences.ts'
import { CARDS, NO_CHOICE, type CardsChoice } from './dashboard-cards.ts'

const cards = v.fallback(v.array(v.picklist(CARDS)), [])
const choices = v.fallback(v.record(v.string(), v.object({ hidden: cards, order: cards })), {})

/** Hidden cards and the order of cards, by person. */
const cardsPreference = localPreference<Record<string, CardsChoice>>('dashboard-cards', (stored) =>
  v.parse(choices, stored),
)

export function useCardsChoice(): [CardsChoice, (choice: CardsChoice) => void] {
  const [all, setAll] = useLocalPreference(cardsPreference)
  const person = personKey(useAccount())
  return [all[person] ?? NO_CHOICE, (choice) => setAll({ ...cardsPreference.get(), [person]: choice })]
}
