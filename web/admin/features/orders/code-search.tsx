import { useT } from '~shared/i18n/context'
import { SearchBox } from '~admin/ui/search-box'

interface Props {
  code: string
  onSearch: (code: string) => void
}

/** Finds an order by its code, or by how that begins: as somebody on the phone reads it out. */
export function CodeSearch({ code, onSearch }: Props) {
  const t = useT()
  return (
    <SearchBox
      search={t('desk.search')}
      label={t('desk.code')}
      typed={code}
      onSearch={(typed) => onSearch(typed.toUpperCase())}
      placeholder="SQ-7K4M-29"
      autoCapitalize="characters"
    />
  )
}
