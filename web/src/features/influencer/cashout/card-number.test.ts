import { describe, expect, it } from 'vitest'
import { cardProblem, formatCardNumber } from './card-number'

describe('a card number', () => {
  it('is grouped while it is typed', () => {
    expect(['', '4', '41697', '4169738812345670', '4169-7388 1234', '41697388123456709'].map(formatCardNumber)).toEqual([
      '',
      '4',
      '4169 7',
      '4169 7388 1234 5670',
      '4169 7388 1234',
      '4169 7388 1234 5670',
    ])
  })

  it('requires sixteen digits and a valid check digit', () => {
    expect(cardProblem('4169 7388 1234 5670')).toBeUndefined()
    expect(cardProblem('4111111111111111')).toBeUndefined()
    expect(cardProblem(' ')).toBe('required')
    for (const wrong of ['416973881234567', '41697388123456701', '416973881234567a', '4169-7388-1234-5670'])
      expect(cardProblem(wrong)).toBe('card_length')
    // The first number has a wrong check digit. The zeros have a right one, but are no card.
    for (const unknown of ['4169738812345671', '0000000000000000']) expect(cardProblem(unknown)).toBe('card_unknown')
  })
})
