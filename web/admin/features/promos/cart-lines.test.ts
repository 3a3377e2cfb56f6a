import { describe, expect, it } from 'vitest'
import { addLine, readPasted, setCount, setSize } from './cart-lines'

describe('the cart of a trial', () => {
  const [small, large] = [
    { productId: 1, sizeId: 10, count: 2 },
    { productId: 1, sizeId: 11, count: 1 },
  ]

  it('adds to the count of a line with the same product and size', () => {
    expect(addLine([small], { ...small, count: 3 })).toEqual([{ ...small, count: 5 }])
    expect(addLine([small], large)).toEqual([small, large])
    // A line has at most 999 units.
    expect(addLine([{ ...small, count: 998 }], small)).toEqual([{ ...small, count: 999 }])
  })

  it('removes a line whose count becomes zero', () => {
    expect(setCount([small, large], small, 7)).toEqual([{ ...small, count: 7 }, large])
    expect(setCount([small, large], small, 0)).toEqual([large])
  })

  it('merges two lines when their sizes become equal', () => {
    expect(setSize([small, large], small, 12)).toEqual([{ ...small, sizeId: 12 }, large])
    expect(setSize([small, large], small, 11)).toEqual([{ ...large, count: 3 }])
  })
})

describe('parsing a pasted cart', () => {
  it.each([
    ['1024', '1024', 1],
    ['1024 2', '1024', 2],
    ['1024 x 2', '1024', 2],
    // The separator is a Cyrillic х.
    ['1024 х3', '1024', 3],
    ['1024×2', '1024', 2],
    ['1024; 12', '1024', 12],
    ['1024\t5', '1024', 5],
    ['qirmizi-qizilgul-25, 3', 'qirmizi-qizilgul-25', 3],
    ['https://sovqat.az/ru/mehsullar/bal-500?size=2 2', 'bal-500', 2],
    ['/mehsullar/bal-500/', 'bal-500', 1],
  ])('%s', (text, product, count) => expect(readPasted(text)).toEqual({ lines: [{ product, count }], unread: [] }))

  it('reports unreadable lines, and skips empty ones', () => {
    const { lines, unread } = readPasted('1024 2\n\n iki dənə bal \n1024 0\n')
    expect(lines).toEqual([{ product: '1024', count: 2 }])
    expect(unread).toEqual(['iki dənə bal', '1024 0'])
  })
})
