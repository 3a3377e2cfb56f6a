import account from '../../../locales/en/account.json'
import errors from '../../../locales/en/errors.json'
import forms from '../../../locales/en/forms.json'
import signIn from '../../../locales/en/signIn.json'

// Texts of the account, the sign-in and all forms, loaded with the first page that needs them.
export default { account, errors, forms, signIn }
