// Checks what the court's log writes by Go's own implementation of the formats (golang.org/x/mod/sumdb): it reads a list of cases as JSON
// from standard input, and prints for each whether it finds it good. `.ci/protocols/log.mjs` makes the cases and compares.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type testCase struct {
	Vkey       string            // the key of the log
	Checkpoint string            // a signed note
	Leaf       []byte            // the bytes of a leaf
	Index      int64             // where it stands
	Inclusion  []tlog.Hash       // its proof
	OldSize    int64             // an older tree
	OldRoot    tlog.Hash         // its root
	Consist    []tlog.Hash       // the proof that it grew into this tree
	Tiles      map[string][]byte // tiles by their paths
}

// The tiles of a case, as a reader of tiles.
type tiles map[string][]byte

func (t tiles) Height() int { return 8 }
func (t tiles) SaveTiles([]tlog.Tile, [][]byte) {}
func (t tiles) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range wanted {
		// Go writes the height of a tile into its path, which C2SP leaves out.
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, ok := t[path]
		if !ok {
			return nil, fmt.Errorf("no tile %s", path)
		}
		found = append(found, data)
	}
	return found, nil
}

func check(c testCase) error {
	verifier, err := note.NewVerifier(c.Vkey)
	if err != nil {
		return err
	}
	opened, err := note.Open([]byte(c.Checkpoint), note.VerifierList(verifier))
	if err != nil {
		return err
	}
	lines := strings.Split(opened.Text, "\n")
	if len(lines) != 4 || lines[0] != verifier.Name() {
		return fmt.Errorf("the checkpoint has %d lines", len(lines))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return err
	}
	root, err := tlog.ParseHash(lines[2])
	if err != nil {
		return err
	}
	if err := tlog.CheckRecord(c.Inclusion, size, root, c.Index, tlog.RecordHash(c.Leaf)); err != nil {
		return err
	}
	if err := tlog.CheckTree(c.Consist, size, root, c.OldSize, c.OldRoot); err != nil {
		return err
	}
	// The reader checks every tile against the root, and its own proof is made from them.
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, tiles(c.Tiles))
	own, err := tlog.ProveRecord(size, c.Index, reader)
	if err != nil {
		return err
	}
	if fmt.Sprint(own) != fmt.Sprint(tlog.RecordProof(c.Inclusion)) {
		return fmt.Errorf("the proof of inclusion is another one")
	}
	grown, err := tlog.ProveTree(size, c.OldSize, reader)
	if err != nil {
		return err
	}
	if fmt.Sprint(grown) != fmt.Sprint(tlog.TreeProof(c.Consist)) {
		return fmt.Errorf("the proof of consistency is another one")
	}
	return nil
}

// The Go key signs a checkpoint, so that the court reads a note that it did not write.
func foreign(checkpoint string) (string, string, error) {
	skey, vkey, err := note.GenerateKey(nil, "go.example/log")
	if err != nil {
		return "", "", err
	}
	signer, err := note.NewSigner(skey)
	if err != nil {
		return "", "", err
	}
	text := "go.example/log\n" + strings.SplitN(strings.SplitN(checkpoint, "\n\n", 2)[0], "\n", 2)[1] + "\n"
	signed, err := note.Sign(&note.Note{Text: text}, signer)
	return vkey, base64.StdEncoding.EncodeToString(signed), err
}

func main() {
	var cases []testCase
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	found := []string{}
	for _, c := range cases {
		said := "good"
		if err := check(c); err != nil {
			said = err.Error()
		}
		found = append(found, said)
	}
	vkey, signed, err := foreign(cases[0].Checkpoint)
	if err != nil {
		panic(err)
	}
	json.NewEncoder(os.Stdout).Encode(map[string]any{"found": found, "vkey": vkey, "note": signed})
}
