import { describe, expect, it } from 'vitest'
import { columnsOf } from './mega-panel'

const divided = (heights: number[], count: number) => columnsOf(heights, (height) => height, count)

describe('the columns of a menu', () => {
  it('have similar heights and keep the order', () => {
    expect(divided([6, 6, 2, 2, 2, 2], 3)).toEqual([[6], [6], [2, 2, 2, 2]])
    expect(divided([3, 4, 5, 4, 3, 5], 3)).toEqual([
      [3, 4],
      [5, 4],
      [3, 5],
    ])
    expect(divided([9, 1, 1, 1, 1], 3)).toEqual([[9], [1, 1, 1, 1]])
  })

  it('are at most as many as the items', () => {
    expect(divided([], 3)).toEqual([])
    expect(divided([4], 3)).toEqual([[4]])
  })
})
