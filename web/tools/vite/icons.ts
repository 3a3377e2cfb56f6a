import type { Plugin } from 'vite'

const IMPORT = /import \{([^}]*)\} from ['"]lucide-react['"];?/g
/** Converts `Building2` to `building-2`. */
const fileOf = (name: string) => name.replaceAll(/(?<=.)([A-Z]|\d+)/g, '-$1').toLowerCase()

const importOf = (specifier: string) => {
  const [name = '', local = name] = specifier.split(' as ')
  return `import ${local} from 'lucide-react/icons/${fileOf(name)}'`
}

/** Imports each icon from its own module. Through the index of `lucide-react`, the bundler cannot tell which page needs which icon. */
export const icons = (): Plugin => ({
  name: 'icons',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\.tsx?$/, code: 'lucide-react' },
    handler: (code) =>
      code.replaceAll(IMPORT, (_whole, specifiers: string) => {
        const names = specifiers.split(',').flatMap((specifier) => specifier.trim() || [])
        const types = names.filter((name) => name.startsWith('type '))
        const values = names.filter((name) => !name.startsWith('type ')).map(importOf)
        // `import { type X }` would keep the import of the index.
        const erased = types.map((name) => name.replace('type ', '')).join(', ')
        return [...(erased ? [`import type { ${erased} } from 'lucide-react'`] : []), ...values].join(';')
      }),
  },
})
