import { describe, expect, it } from 'vitest'
import { columnsOf } from './mega-panel'

const divided = (heights: number[], count: number) => columnsOf(heights, (height) => height, count)

describe('the columns of a menu', () => {
  it('are about as tall as each other, in the order of what they hold', () => {
    expect(divided([6, 6, 2, 2, 2, 2], 3)).toEqual([[6], [6], [2, 2, 2, 2]])
    expect(divided([3, 4, 5, 4, 3, 5], 3)).toEqual([
      [3, 4],
      [5, 4],
      [3, 5],
    ])
    expect(divided([9, 1, 1, 1, 1], 3)).toEqual([[9], [1, 1, 1, 1]])
  })

  it('are no more than there is something for', () => {
    expect(divided([], 3)).toEqual([])
    expect(divided([4], 3)).toEqual([[4]])
  })
})
