/** `README.txt` of every replica: how a person gets the vault back with nothing but Debian's tools. A test does what it says. */
export const README = `This is a replica of a docvault vault: documentation, kept by day, encrypted.

With docvault:   docvault recover THIS-FOLDER NEW-FOLDER

Without it, on any Debian (apt install age zstd tar sqlite3), or another system with these programs. What is needed beside
this folder: the passphrase of recovery.age, or the paper key, or the identity of another recipient of replica.json.
There must be room for the vault in the folder where this is done.

1. In an empty folder, say where the replica is, and get the key. age asks for the passphrase. (Who has the paper key types
   it into identity.txt instead: the line that begins with AGE-SECRET-KEY-1 is enough.)

     R=/path/of/this/folder
     age -d -o identity.txt $R/recovery.age

2. Save what stands between the lines as recover.sh, and run it:   sh recover.sh $R
   It takes the newest run. An older one:   sh recover.sh $R 000012   (they are named in manifests/).

---- recover.sh ----
set -e
R=$1
run=\${2:-$(ls $R/manifests | sort | tail -n 1 | cut -d . -f 1)}
mkdir vault vault/files lists
age -d -i identity.txt $R/index/$run.tar.zst.age | zstd -dc | tar -x -C lists
for list in $(grep -o 'keys/[0-9]*[.]age' $R/manifests/$run.json); do
  age -d -i identity.txt $R/$list
done > keys.txt
cat > place.sh <<'END'
path=\${TAR_FILENAME%@*}
grep -qF "  $path" lists/SHA256SUMS || exec cat > /dev/null
mkdir -p "$(dirname "vault/$path")"
exec dd of="vault/$path" bs=1M iflag=fullblock oflag=seek_bytes seek="\${TAR_FILENAME##*@}" conv=notrunc status=none
END
for pack in $(grep -o 'packs/[0-9a-f]*[.]tar[.]zst[.]age' $R/manifests/$run.json); do
  grep -F -A 1 $pack keys.txt > key.txt
  age -d -i key.txt $R/$pack | zstd -dc | tar -x --to-command='sh place.sh'
done
while read -r size path; do truncate -s $size "vault/$path"; done < lists/SIZES
(cd vault && sha256sum --quiet -c ../lists/SHA256SUMS)
echo "the vault of run $run is in vault/, and has every digest that it should have"
---- end ----

   It has said so in its last line, or it has failed: then nothing is proved, and an older run may do.

3. Remove identity.txt, keys.txt and key.txt: they open the replica.

4. docvault reads vault/ as it is. Without docvault: vault/catalog.db is a database, and files/ has what is large. What the
   tables hold, and how a page is read in fifteen lines of Python, is said by the page "Vault format" of docvault's manual.

     sqlite3 vault/catalog.db 'SELECT id, started, state FROM snapshot'

What is here: replica.json says of which vault and for which keys; manifests/ has a list of what each run consists of, in the
order in which it is unpacked, with the SHA-256 of each file here; index/ has the digests of what is in them, keys/ the key of
each pack, packs/ the bytes. A manifest is written last: a run without one did not end.
`
