import { describe, expect, it } from 'vitest'
import { isLinkOf, toRequest } from './application'

describe('a link', () => {
  it.each([
    ['instagram', 'https://instagram.com/aygun'],
    ['instagram', 'HTTPS://www.Instagram.com/aygun?igsh=1'],
    ['youtube', 'https://youtu.be/x'],
    ['youtube', 'https://m.youtube.com/@aygun'],
    ['facebook', 'https://fb.com/aygun'],
    ['tiktok', 'https://www.tiktok.com/@aygün'],
    ['other', 'https://aygun.example.az/haqqimda#1'],
  ] as const)('of %s accepts %s', (network, typed) => expect(isLinkOf(network, typed)).toBe(true))

  it.each([
    'instagram.com/aygun',
    'http://instagram.com/aygun',
    'https://instagram.com.evil.example/aygun',
    'https://evil.example/instagram.com',
    'https://notinstagram.com/aygun',
    'https://instagram.com@evil.example',
    'https://evil.example\\@instagram.com',
    'https://instagram.com:8443/aygun',
    'https://l.instagram.com/?u=evil',
    'https://ınstagram.com/aygun',
    'https:///aygun',
    'javascript:alert(1)//https://instagram.com',
    'https://instagram.com/<script>',
  ])('of instagram refuses %s', (typed) => expect(isLinkOf('instagram', typed)).toBe(false))

  it.each(['https://127.0.0.1/', 'https://localhost/', 'https://[::1]/', 'https://a..az', 'https://-a.az'])(
    'of another network refuses %s',
    (typed) => expect(isLinkOf('other', typed)).toBe(false),
  )
})

it('sends only the links that are filled in', () => {
  const typed = {
    about: 'Hədiyyələr haqqında yazıram',
    instagram: 'https://instagram.com/a',
    youtube: '',
    facebook: '',
    tiktok: '',
    other: '',
  }
  expect(toRequest(typed)).toEqual({ about: typed.about, instagram: typed.instagram })
})
