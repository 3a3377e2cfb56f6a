import { describe, expect, it } from 'vitest'
import { columnsOf } from './columns-of'

const columnHeights = (heights: number[], count: number) => columnsOf(heights, (height) => height, count)

describe('the columns of a menu', () => {
  it('have similar heights and keep the order', () => {
    expect(columnHeights([6, 6, 2, 2, 2, 2], 3)).toEqual([[6], [6], [2, 2, 2, 2]])
    expect(columnHeights([3, 4, 5, 4, 3, 5], 3)).toEqual([
      [3, 4],
      [5, 4],
      [3, 5],
    ])
    expect(columnHeights([9, 1, 1, 1, 1], 3)).toEqual([[9], [1, 1, 1, 1]])
  })

  it('are at most as many as the items', () => {
    expect(columnHeights([], 3)).toEqual([])
    expect(columnHeights([4], 3)).toEqual([[4]])
  })
})
